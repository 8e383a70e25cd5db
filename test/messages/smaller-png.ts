import { crc32, deflateSync, inflateSync } from 'node:zlib'

interface Chunk {
  type: string
  data: Buffer
}

const signatureLength = 8

const chunksOf = (png: Buffer): Chunk[] => {
  const chunks: Chunk[] = []
  for (let at = signatureLength; at < png.length;) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

const written = ({ type, data }: Chunk): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const paeth = (left: number, up: number, corner: number): number => {
  const [a, b, c] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs) as [
    number,
    number,
    number,
  ]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

const predictors: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
]

/** Undoes the filter of each row, so that every row has filter 0. */
const unfiltered = (rows: Buffer, rowLength: number, pixelLength: number): Buffer => {
  const plain = Buffer.alloc(rows.length)
  for (let start = 0; start < rows.length; start += rowLength) {
    const predict = predictors[rows[start] ?? 0] ?? paeth
    for (let at = start + 1; at < start + rowLength; at += 1) {
      const isFirst = at - start <= pixelLength
      const [left, up] = [isFirst ? 0 : plain[at - pixelLength], plain[at - rowLength]]
      const corner = isFirst ? 0 : plain[at - rowLength - pixelLength]
      plain[at] = (rows[at] ?? 0) + predict(left ?? 0, up ?? 0, corner ?? 0)
    }
  }
  return plain
}

/** The same picture. Without the filters that Chromium chooses, pictures of text are a twelfth smaller. */
export const smallerPng = (png: Buffer): Buffer => {
  const chunks = chunksOf(png)
  const header = chunks[0]?.data ?? Buffer.alloc(13)
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data))
  // 2: RGB; 6: with transparency. Each has one byte per value.
  const pixelLength = header[9] === 2 ? 3 : 4
  const rows = unfiltered(inflateSync(data), header.readUInt32BE(0) * pixelLength + 1, pixelLength)
  const packed: Chunk = { type: 'IDAT', data: deflateSync(rows, { level: 9 }) }
  const rest = chunks.filter(({ type }) => type !== 'IDAT' && type !== 'IEND')
  const end: Chunk = { type: 'IEND', data: Buffer.alloc(0) }
  return Buffer.concat([png.subarray(0, signatureLength), ...[...rest, packed, end].map(written)])
}
