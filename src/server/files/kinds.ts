/** Specification, section 7, and the pictures that evidence needs. */
interface Kind {
  type: string
  /** the browser draws it; everything else is saved, so that no upload runs in our origin */
  inline?: boolean
  /** what its first bytes must be */
  starts?: readonly (readonly number[])[]
  /** and what must stand at the eighth */
  atEight?: string
}

const ZIP = [[0x50, 0x4b, 0x03, 0x04], [0x50, 0x4b, 0x05, 0x06]]
const OLE = [[0xd0, 0xcf, 0x11, 0xe0]]
const JPEG: Kind = { type: 'image/jpeg', inline: true, starts: [[0xff, 0xd8, 0xff]] }

const KINDS: Readonly<Record<string, Kind>> = {
  pdf: { type: 'application/pdf', starts: [[0x25, 0x50, 0x44, 0x46]] },
  txt: { type: 'text/plain; charset=utf-8' },
  csv: { type: 'text/csv; charset=utf-8' },
  json: { type: 'application/json; charset=utf-8' },
  doc: { type: 'application/msword', starts: OLE },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', starts: ZIP },
  xls: { type: 'application/vnd.ms-excel', starts: OLE },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', starts: ZIP },
  mp3: { type: 'audio/mpeg' },
  mp4: { type: 'video/mp4' },
  flv: { type: 'video/x-flv' },
  png: { type: 'image/png', inline: true, starts: [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]] },
  jpg: JPEG,
  jpeg: JPEG,
  gif: { type: 'image/gif', inline: true, starts: [[0x47, 0x49, 0x46, 0x38]] },
  webp: { type: 'image/webp', inline: true, starts: [[0x52, 0x49, 0x46, 0x46]], atEight: 'WEBP' },
}

export const ALLOWED_KINDS = Object.keys(KINDS)
export const extensionOf = (name: string): string => /\.([0-9A-Za-z]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''
export const kindOf = (name: string): Kind | undefined => {
  const extension = extensionOf(name)
  return Object.hasOwn(KINDS, extension) ? KINDS[extension] : undefined
}

/** How many bytes tell what a file is. */
export const HEAD = 16

/** Whether content is what its name says: a page that calls itself a picture is refused. */
export function fits({ starts, atEight }: Kind, head: Uint8Array): boolean {
  if (starts && !starts.some(bytes => bytes.every((byte, at) => head[at] === byte))) return false
  return atEight === undefined || Buffer.from(head.subarray(8, 8 + atEight.length)).toString('latin1') === atEight
}
