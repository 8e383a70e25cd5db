import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  CastNode,
  ColumnNode,
  type ColumnUpdateNode,
  DataTypeNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  type MergeQueryNode,
  type OnConflictNode,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  type QueryId,
  type QueryResult,
  type RawNode,
  ReferenceNode,
  type RootOperationNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  type UnknownRow,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'
import type { Parameter } from './engine.ts'

const cannot = (what: string) => new TypeError(`${what} can't be limited to one owner's rows`)

/** Joins whose condition decides only about the joined table. */
const limitable: readonly string[] = ['InnerJoin', 'LeftJoin']
/** Joins that keep rows of the joined table without a row of the other. */
const outer: readonly string[] = ['RightJoin', 'FullJoin']
const statements: readonly string[] = [
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  'RawNode',
]

const both = (one: OperationNode, other: OperationNode | undefined): OperationNode =>
  other ? AndNode.create(one, ParensNode.create(other)) : one

/**
 * Adds the owner to every statement: as a condition for each table that is read, changed or deleted from, and as a
 * value of each new row. What it doesn't understand is an error, so that nothing passes without it.
 */
class Scoping extends OperationNodeTransformer {
  readonly #tables: ReadonlySet<string>
  readonly #column: string
  readonly #words: RegExp
  /** The owner of the statement at hand. */
  #owner: number | Parameter<number> = 0

  constructor(tables: ReadonlySet<string>, column: string) {
    super()
    this.#tables = tables
    this.#column = column
    // A name before a dot belongs to a column, whose table is named elsewhere.
    this.#words = new RegExp(`\\b(${[...tables].join('|')})\\b(?!"?\\.)`, 'i')
  }

  limit<Node extends OperationNode>(node: Node, owner: number | Parameter<number>, id: QueryId): Node {
    if (!statements.includes(node.kind)) throw cannot(`a ${node.kind}`)
    this.#owner = owner
    // A refused statement leaves its nodes behind.
    this.nodeStack.length = 0
    return this.transformNode(node, id)
  }

  #isScoped(node: OperationNode): node is TableNode {
    return TableNode.is(node) && this.#tables.has(node.table.identifier.name)
  }

  /** Whether a node names a scoped table: as a table, or as the identifier that `sql.id` makes. */
  #isNamed(node: OperationNode): boolean {
    return this.#isScoped(node) || (IdentifierNode.is(node) && this.#tables.has(node.name))
  }

  /** Undefined for a table without owners, and for subqueries. */
  #nameOf(node: OperationNode): string | undefined {
    if (this.#isScoped(node)) return node.table.identifier.name
    if (!AliasNode.is(node) || !this.#isScoped(node.node)) return undefined
    if (!IdentifierNode.is(node.alias)) throw cannot('a table with such an alias')
    return node.alias.name
  }

  #conditions(tables: readonly OperationNode[]): OperationNode[] {
    return tables.flatMap((table) => {
      const name = this.#nameOf(table)
      if (name === undefined) return []
      const own = ReferenceNode.create(ColumnNode.create(this.#column), TableNode.create(name))
      return BinaryOperationNode.create(own, OperatorNode.create('='), ValueNode.create(this.#owner))
    })
  }

  #where(where: WhereNode | undefined, tables: readonly OperationNode[]): WhereNode | undefined {
    const limited = this.#conditions(tables).reduceRight(
      (rest, condition) => both(condition, rest),
      where?.where,
    )
    return limited && WhereNode.create(limited)
  }

  override transformSelectQuery(node: SelectQueryNode, id: QueryId): SelectQueryNode {
    const query = super.transformSelectQuery(node, id)
    const where = this.#where(query.where, node.from?.froms ?? [])
    return where ? { ...query, where } : query
  }

  override transformUpdateQuery(node: UpdateQueryNode, id: QueryId): UpdateQueryNode {
    const query = super.transformUpdateQuery(node, id)
    const table = node.table ? [node.table] : []
    const where = this.#where(query.where, [...table, ...(node.from?.froms ?? [])])
    return where ? { ...query, where } : query
  }

  override transformDeleteQuery(node: DeleteQueryNode, id: QueryId): DeleteQueryNode {
    const query = super.transformDeleteQuery(node, id)
    const where = this.#where(query.where, [...node.from.froms, ...(node.using?.tables ?? [])])
    return where ? { ...query, where } : query
  }

  override transformJoin(node: JoinNode, id: QueryId): JoinNode {
    if (outer.includes(node.joinType)) throw cannot(`a ${node.joinType}`)
    const join = super.transformJoin(node, id)
    const [condition] = this.#conditions([node.table])
    if (!condition) return join
    if (!limitable.includes(node.joinType)) throw cannot(`a ${node.joinType}`)
    return { ...join, on: OnNode.create(both(condition, join.on?.on)) }
  }

  override transformInsertQuery(node: InsertQueryNode, id: QueryId): InsertQueryNode {
    const query = super.transformInsertQuery(node, id)
    if (!node.into || this.#nameOf(node.into) === undefined) return query
    if (!query.columns || query.replace || query.orAction || query.onDuplicateKey)
      throw cannot('such an insert')
    if (query.columns.some((column) => this.#isOwner(column))) throw cannot('an insert with an owner')
    return {
      ...query,
      columns: [ColumnNode.create(this.#column), ...query.columns],
      values: this.#values(query.values),
      ...(query.onConflict && { onConflict: this.#onConflict(query.onConflict) }),
    }
  }

  #isOwner(column: OperationNode): boolean {
    return ColumnNode.is(column) && column.column.name === this.#column
  }

  #values(values: OperationNode | undefined): OperationNode {
    const owner = this.#owner
    if (values && ValuesNode.is(values))
      return ValuesNode.create(
        values.values.map((row) =>
          PrimitiveValueListNode.is(row)
            ? PrimitiveValueListNode.create([owner, ...row.values])
            : ValueListNode.create([ValueNode.create(owner), ...row.values]),
        ),
      )
    if (!values || !SelectQueryNode.is(values) || values.setOperations) throw cannot('such an insert')
    // PostgreSQL takes a parameter without a cast for a text.
    const own = AliasNode.create(
      CastNode.create(ValueNode.create(owner), DataTypeNode.create('bigint')),
      IdentifierNode.create(this.#column),
    )
    return SelectQueryNode.cloneWithSelections({ ...values, selections: [] }, [
      SelectionNode.create(own),
      ...(values.selections ?? []),
    ])
  }

  #onConflict(node: OnConflictNode): OnConflictNode {
    if (node.constraint || node.indexExpression) throw cannot('a conflict on a constraint or an expression')
    return node.columns ? { ...node, columns: [ColumnNode.create(this.#column), ...node.columns] } : node
  }

  override transformColumnUpdate(node: ColumnUpdateNode, id: QueryId): ColumnUpdateNode {
    if (this.#isOwner(node.column)) throw cannot('a change of the owner')
    return super.transformColumnUpdate(node, id)
  }

  override transformMergeQuery(_node: MergeQueryNode, _id: QueryId): MergeQueryNode {
    throw cannot('a merge')
  }

  /** Raw text has to name the owner itself. */
  override transformRaw(node: RawNode, id: QueryId): RawNode {
    const text = node.sqlFragments.join(' ')
    const namesTable = this.#words.test(text) || node.parameters.some((parameter) => this.#isNamed(parameter))
    if (namesTable && !text.includes(this.#column)) throw cannot(`raw SQL (${text.trim().slice(0, 60)})`)
    return super.transformRaw(node, id)
  }
}

/** Limits statements to one owner's rows, and takes the owner out of the results. */
export class Owned implements KyselyPlugin {
  readonly owner: number
  readonly #column: string
  readonly #scoping: Scoping

  constructor(scoping: Scoping, column: string, owner: number) {
    this.#scoping = scoping
    this.#column = column
    this.owner = owner
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#scoping.limit(node, this.owner, queryId)
  }

  /** Limits a statement to an owner whose number comes with each call. */
  limitTo<Node extends OperationNode>(owner: Parameter<number>, node: Node, id: QueryId): Node {
    return this.#scoping.limit(node, owner, id)
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows
    if (!first || !(this.#column in first)) return result
    return { ...result, rows: result.rows.map((row) => this.#withoutOwner(row)) }
  }

  #withoutOwner(row: UnknownRow): UnknownRow {
    const { [this.#column]: _, ...rest } = row
    return rest
  }
}

/** Rows of these tables belong to an owner, whose number is in `column`. */
export const scoping = (tables: ReadonlySet<string>, column: string): ((owner: number) => Owned) => {
  const shared = new Scoping(tables, column)
  return (owner) => new Owned(shared, column, owner)
}
