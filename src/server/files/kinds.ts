/** The file types of section 7 of the specification, and images of web pages. */
interface Kind {
  type: string
  /**
   * may be displayed by the browser; all other files are downloaded, so that no uploaded script can run in our origin
   */
  inline?: boolean
  /** possible first bytes of the content */
  starts?: readonly (readonly number[])[]
  /** texts that must occur at a later offset */
  further?: readonly [at: number, texts: readonly string[]]
  /** plain text: bytes that no text contains are refused */
  isText?: boolean
}

const ZIP = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
]
/**
 * Possible names of the first file within an office document (a zip archive); other archives begin differently. The
 * archive is never unpacked here.
 */
const OFFICE: Kind['further'] = [30, ['[Content_Types].xml', '_rels/', 'docProps/', 'xl/', 'word/', 'customXml/']]
const OLE = [[0xd0, 0xcf, 0x11, 0xe0]]
const JPEG: Kind = { type: 'image/jpeg', inline: true, starts: [[0xff, 0xd8, 0xff]] }

const KINDS: Readonly<Record<string, Kind>> = {
  pdf: { type: 'application/pdf', starts: [[0x25, 0x50, 0x44, 0x46]] },
  txt: { type: 'text/plain; charset=utf-8', isText: true },
  csv: { type: 'text/csv; charset=utf-8', isText: true },
  json: { type: 'application/json; charset=utf-8', isText: true },
  doc: { type: 'application/msword', starts: OLE },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    starts: ZIP,
    further: OFFICE,
  },
  xls: { type: 'application/vnd.ms-excel', starts: OLE },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', starts: ZIP, further: OFFICE },
  mp3: {
    type: 'audio/mpeg',
    starts: [
      [0x49, 0x44, 0x33],
      [0xff, 0xfb],
      [0xff, 0xf3],
      [0xff, 0xf2],
      [0xff, 0xfa],
    ],
  },
  mp4: { type: 'video/mp4', further: [4, ['ftyp']] },
  flv: { type: 'video/x-flv', starts: [[0x46, 0x4c, 0x56, 0x01]] },
  png: { type: 'image/png', inline: true, starts: [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]] },
  jpg: JPEG,
  jpeg: JPEG,
  gif: { type: 'image/gif', inline: true, starts: [[0x47, 0x49, 0x46, 0x38]] },
  webp: { type: 'image/webp', inline: true, starts: [[0x52, 0x49, 0x46, 0x46]], further: [8, ['WEBP']] },
}

export const ALLOWED_KINDS = Object.keys(KINDS)
export const extensionOf = (name: string): string => /\.([0-9A-Za-z]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''
export const fileKindOf = (name: string): Kind | undefined => {
  const extension = extensionOf(name)
  return Object.hasOwn(KINDS, extension) ? KINDS[extension] : undefined
}

/** Number of leading bytes that are enough to recognise a type. */
export const HEAD = 64

const UTF16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]
const startsWith = (head: Uint8Array, starts: readonly (readonly number[])[]): boolean =>
  starts.some(bytes => bytes.every((byte, at) => head[at] === byte))

/** Whether the content matches the type of the file's name: an HTML page named .png is refused. */
export function fits({ starts, further, isText }: Kind, head: Uint8Array): boolean {
  if (starts && !startsWith(head, starts)) return false
  if (isText && head.includes(0) && !startsWith(head, UTF16)) return false
  if (!further) return true
  const [at, texts] = further
  return texts.some(text => Buffer.from(head.subarray(at, at + text.length)).toString('latin1') === text)
}
