import { type Expression, type OperationNode, ValueNode } from 'kysely'

/** Stands for a value while a statement is built, and where its value goes once it is compiled. */
export class Parameter<Value> implements Expression<Value> {
  readonly name: string
  readonly #encode: (value: unknown) => unknown

  constructor(name: string, encode: (value: unknown) => unknown = (value) => value) {
    this.name = name
    this.#encode = encode
  }

  get expressionType(): Value | undefined {
    return undefined
  }

  toOperationNode(): OperationNode {
    return ValueNode.create(this)
  }

  /** The same parameter, whose value is passed as `encode` makes it. */
  as<Encoded>(encode: (value: Value) => Encoded): Parameter<Encoded> {
    return new Parameter(this.name, (value) => encode(this.#encode(value) as Value))
  }

  /** What a call binds. */
  of(values: object): unknown {
    return this.#encode((values as Record<string, unknown>)[this.name])
  }
}
