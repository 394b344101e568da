import { Readable } from 'node:stream'
import type { Services } from '../../../server/call/context.ts'
import type { FileStore } from '../../../server/files/store.ts'
import { once, zipped, type ZipPart } from '../../../server/files/zip.ts'
import { Refusal } from '../../../server/answer/refusal.ts'
import type { Link } from './chain.ts'
import type { EvidenceManifest } from './manifest.ts'

const MISSING = '证据文件不在了，不能下载；请先校验'

/** Instructions for checking the evidence without this system. */
function howTo({ manifest, hash, previous, seq, token }: Link): string {
  return [
    '怎样核对（不需要本系统）：',
    '1. 每个文件的 SHA-256（sha256sum 文件名）应等于 manifest.json 的 files 里所列。',
    `2. manifest.json 的 SHA-256 应为 ${hash}。`,
    `3. manifest.json 里的 previous 是前一份清单的 SHA-256（第 ${seq} 份；第一份为 64 个 0）：${previous}。`,
    token === null
      ? '4. 时间为服务器时钟，没有可信时间戳。'
      : '4. 时间戳 manifest.tsr.p7（RFC 3161）：openssl ts -verify -token_in -in manifest.tsr.p7 '
        + '-data manifest.json -CAfile <时间戳机构的根证书>',
    `（manifest.json 共 ${Buffer.byteLength(manifest)} 字节，下载后请勿改动其中的任何字符。）`,
    '',
  ].join('\n')
}

async function opened(files: FileStore, id: string): Promise<Readable> {
  const content = await files.open(id)
  if (!content) throw new Refusal(409, MISSING)
  return content
}

/** Opened when its turn comes: an archive of many files, of which a reader may take none, holds one open at a time. */
async function* contentOf(files: FileStore, id: string): AsyncGenerator<Uint8Array> {
  yield* (await opened(files, id)) as AsyncIterable<Uint8Array>
}

/** Files, manifest and all that is needed to check them. */
export async function partsOf({ files }: Services, link: Link, manifest: EvidenceManifest): Promise<ZipPart[]> {
  // what is missing is told before the archive begins
  for (const { id } of manifest.files) (await opened(files, id)).destroy()
  const contents = manifest.files.map(({ id, name }): ZipPart => [name, contentOf(files, id)])
  const stamp: ZipPart[] = link.token === null ? [] : [['manifest.tsr.p7', once(Buffer.from(link.token, 'base64'))]]
  return [...contents, ['manifest.json', once(link.manifest)], ...stamp, ['README.txt', once(howTo(link))]]
}

/** Files, manifest and time stamp as a zip stream, which is never in memory as a whole. */
export async function archiveOf(services: Services, link: Link, manifest: EvidenceManifest): Promise<Readable> {
  const parts = await partsOf(services, link, manifest)
  return Readable.from(zipped(parts))
}
