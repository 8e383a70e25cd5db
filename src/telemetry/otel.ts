import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT_CONTEXT, type Span, SpanStatusCode, trace as spans, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { current, type Trace, type Tracing, within } from './trace.ts'

export interface OpenTelemetryOptions {
  /** Without `/v1/traces`. */
  readonly endpoint: string
  readonly service: string
  /** Identifies the database: two bots may each have an `event-1`. */
  readonly key: string
}

/** The last spans are lost rather than that the program waits for a collector, in ms. */
const closeMs = 1_000

const hex = (text: string, digits: number) => createHash('sha256').update(text).digest('hex').slice(0, digits)

/**
 * Spans for OpenTelemetry. A trace's id and its first span's are made from its name, so that jobs need not carry
 * them, and each node finds the same. Spans say what was called and how it ended, and nothing that was written.
 */
export const openTelemetry = ({
  endpoint,
  service,
  key,
}: OpenTelemetryOptions): Tracing & AsyncDisposable => {
  const rootOf = (trace: Trace) => ({
    traceId: hex(`${key} ${trace}`, 32),
    spanId: hex(`${trace} ${key}`, 16),
  })
  /** Set while the first span of a trace is made. */
  let wanted: ReturnType<typeof rootOf> | undefined
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    idGenerator: {
      generateTraceId: () => wanted?.traceId ?? hex(crypto.randomUUID(), 32),
      generateSpanId: () => wanted?.spanId ?? hex(crypto.randomUUID(), 16),
    },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5_000 }),
      }),
    ],
  })
  const tracer = provider.getTracer('onboarding-for-slack')

  const first = (trace: Trace, name: string, from: number, to: number) => {
    wanted = rootOf(trace)
    const attributes = { 'onboarding.trace': trace }
    tracer.startSpan(name, { startTime: from, attributes }, ROOT_CONTEXT).end(to)
    wanted = undefined
  }
  const contextOf = (trace: Trace) =>
    spans.setSpanContext(ROOT_CONTEXT, { ...rootOf(trace), traceFlags: TraceFlags.SAMPLED, isRemote: true })
  /** Ends with the work. An error's name is enough: its words may quote somebody. */
  const ended = async <R>(span: Span, work: () => Promise<R>): Promise<R> => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name })
      throw error
    } finally {
      span.end()
    }
  }
  return {
    begin: first,
    follow: (trace, name, work) => {
      if (trace === undefined) return within(undefined, work)
      const span = tracer.startSpan(name, { attributes: { 'onboarding.trace': trace } }, contextOf(trace))
      return within({ trace, span }, () => ended(span, work))
    },
    call: (name, work) => {
      const here = current()
      if (!here?.span) return work()
      const span = tracer.startSpan(name, {}, spans.setSpan(ROOT_CONTEXT, here.span as Span))
      return ended(span, work)
    },
    [Symbol.asyncDispose]: () =>
      Promise.race([provider.shutdown(), sleep(closeMs, undefined, { ref: false })]).catch(() => undefined),
  }
}
