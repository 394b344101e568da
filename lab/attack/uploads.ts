import { deflateRawSync } from 'node:zlib'
import type { Draw, Tried } from './draw.ts'
import type { Ground } from './ground.ts'

const SCRIPT = '<html><script>alert(document.domain)</script></html>'
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
/** Files that are two things at once, lie about what they are, or are far larger than they look. */
const FILES: readonly (readonly [name: string, content: () => Buffer])[] = [
  ['page.html', () => Buffer.from(SCRIPT)],
  ['page.svg', () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)],
  ['picture.png', () => Buffer.concat([PNG, Buffer.from(SCRIPT)])],
  ['page.html.png', () => Buffer.from(SCRIPT)],
  ['paper.pdf', () => Buffer.from(`%PDF-1.4\n${SCRIPT}`)],
  ['book.xlsx', () => zipOf('xl/worksheets/sheet1.xml', Buffer.alloc(64 << 20))],
  ['archive.zip', () => zipOf('../../../etc/cron.d/x', Buffer.from('* * * * * root id'))],
  ['empty.jpg', () => Buffer.alloc(0)],
  ['../../x.png', () => PNG],
  ['a\u202egnp.exe', () => Buffer.from('MZ')],
  ['x.png\u0000.html', () => Buffer.from(SCRIPT)],
  ['con.png; filename="x.html"', () => PNG],
]

function zipOf(name: string, content: Buffer): Buffer {
  const [path, packed] = [Buffer.from(name), deflateRawSync(content)]
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt32LE(content.length, 22)
  head.writeUInt16LE(path.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  head.copy(entry, 6, 4, 30)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + path.length, 12)
  end.writeUInt32LE(head.length + path.length + packed.length, 16)
  return Buffer.concat([head, path, packed, entry, path, end])
}

/** What may come back inline is a picture, sound, film or paper, as what it is, and within a sandbox. */
const INLINE = /^(image\/(png|jpeg|gif|webp|bmp)|video\/|audio\/|application\/pdf)/

export async function uploads(ground: Ground, draw: Draw, times: number): Promise<Tried[]> {
  const tried: Tried[] = []
  for (let n = 0; n < times; n++) {
    const [name, content] = draw.one(FILES)!
    const { username } = ground.somebody(draw)!
    const token = await ground.token(username)
    const authorization = `Bearer ${token}`
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content())]), name)
    const what = `${username} uploads ${JSON.stringify(name)}`
    const heard = await ground.raw('POST', '/prod-api/api-im/file/uploads', { authorization }, form)
    const { url } = (heard.data ?? {}) as { url?: string }
    if (heard.status >= 500) tried.push({ what, broken: `answered ${heard.status}` })
    else if (heard.status !== 200 || url === undefined) tried.push({ what })
    else tried.push(await servedOf(ground, what, url, authorization))
    if (name.endsWith('xlsx')) tried.push(await ofHealth(ground, what))
  }
  return tried
}

async function servedOf(ground: Ground, what: string, url: string, authorization: string): Promise<Tried> {
  const path = new URL(url, ground.server.url).pathname
  const { status, headers } = await ground.raw('GET', path, { authorization })
  const type = headers.get('content-type') ?? ''
  const isInline = !(headers.get('content-disposition') ?? '').startsWith('attachment')
  const stranger = await ground.raw('GET', path, {})
  const why = [
    ...(isInline && !INLINE.test(type) ? [`is shown as ${type}`] : []),
    ...(headers.get('x-content-type-options') === 'nosniff' ? [] : ['may be sniffed']),
    ...((headers.get('content-security-policy') ?? '').includes('sandbox') ? [] : ['has no sandbox']),
    ...(stranger.status === 200 ? ['is given to strangers'] : []),
    ...(status >= 500 ? [`answered ${status}`] : []),
  ]
  return why.length > 0 ? { what, broken: why.join(', ') } : { what }
}

async function ofHealth(ground: Ground, what: string): Promise<Tried> {
  const { status } = await ground.raw('GET', '/healthz', {})
  return status === 200 ? { what: `${what}, and the server is well` } : { what, broken: 'the server is not well' }
}
