/** The first bytes of a body, `most` at most; what comes after them is not read. */
export async function bounded(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body) {
    parts.push(part)
    length += part.length
    if (length >= most) break
  }
  return Buffer.concat(parts).subarray(0, most)
}
