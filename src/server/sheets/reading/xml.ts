import sax from 'sax'
import { badRequest } from '../../answer/refusal.ts'
import { BROKEN } from './unzip.ts'

/** What a reader of XML is told, names without their prefix. */
export interface XmlReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  close?(name: string): void
  /** a long text comes in several pieces */
  text?(text: string): void
}

/** Deeper than any part of a workbook. */
const DEEPEST = 64

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** An attribute by its name without a prefix, as relations are named. */
export const attributeOf = (attributes: Readonly<Record<string, string>>, name: string): string =>
  attributes[name] ?? Object.entries(attributes).find(([one]) => local(one) === name)?.[1] ?? ''

/**
 * Reads XML piece by piece; nothing of it is kept, and no entity but those of XML itself is known. Gives control after
 * each piece, so that what has been read can be passed on.
 */
export async function* readXml(bytes: AsyncIterable<Buffer>, reader: XmlReader): AsyncGenerator<void> {
  const parser = sax.parser(true)
  const decoder = new TextDecoder()
  let depth = 0
  parser.onopentag = ({ name, attributes }) => {
    if (++depth > DEEPEST) throw badRequest(BROKEN)
    reader.open?.(local(name), attributes)
  }
  parser.onclosetag = name => {
    depth--
    reader.close?.(local(name))
  }
  parser.ontext = text => reader.text?.(text)
  parser.oncdata = text => reader.text?.(text)
  parser.onerror = () => {
    throw badRequest(BROKEN)
  }
  for await (const piece of bytes) {
    parser.write(decoder.decode(piece, { stream: true }))
    yield
  }
  parser.write(decoder.decode()).close()
}

/** Reads a small part as a whole. */
export async function readPart(bytes: AsyncIterable<Buffer> | undefined, reader: XmlReader): Promise<void> {
  if (!bytes) return
  for await (const _ of readXml(bytes, reader));
}
