import type { Language } from '../args.ts'
import { plain } from './plain.ts'
import { isSameKey, isSigned } from './signature.ts'
import { differences, type Sums } from './sums.ts'
import type { Oddity, Said } from './release-folder.ts'

type Words = Readonly<Record<Language, string>>

/** By whom a release is signed: by the key that one trusts, by the key that it brings itself, or by nobody. */
export type Signer = 'trusted' | 'own' | 'nobody'
export interface Verdict {
  signer: Signer
  problems: Words[]
}

const MOST = 20
const listed = (paths: readonly string[]): string =>
  plain(paths.slice(0, MOST).join(', ')) + (paths.length > MOST ? ` … (${paths.length})` : '')

function fileProblems(wanted: Sums, found: Sums): Words[] {
  const { changed, missing, added } = differences(wanted, found)
  const told = (paths: string[], zh: string, en: string): Words[] =>
    paths.length === 0 ? [] : [{ zh: `${zh}：${listed(paths)}`, en: `${en}: ${listed(paths)}` }]
  return [
    ...told(changed, '文件与发布时不同', 'Files differ from what was released'),
    ...told(missing, '缺少文件', 'Files are missing'),
    ...told(added, '多出文件', 'Files that were not released'),
  ]
}

function signerOf({ text = '', signature, publicKey }: Said, trusted: string | undefined): Verdict {
  const is = (signer: Signer, ...problems: Words[]): Verdict => ({ signer, problems })
  if (signature === undefined)
    return trusted === undefined
      ? is('nobody')
      : is('nobody', {
          zh: '没有签名，而这里只信任签名的版本',
          en: 'It is not signed, and only signed ones are trusted here',
        })
  const key = trusted ?? publicKey
  if (key === undefined) return is('nobody', { zh: '有签名而没有公钥', en: 'There is a signature and no public key' })
  if (isSigned(text, signature, key)) return is(trusted === undefined ? 'own' : 'trusted')
  const isOther = trusted !== undefined && publicKey !== undefined && !isSameKey(trusted, publicKey)
  return is(
    'nobody',
    isOther
      ? { zh: '签名出自另一把密钥', en: 'It is signed with another key' }
      : {
          zh: '签名不对：SHA256SUMS 在签名后被改动',
          en: 'The signature is wrong: SHA256SUMS was changed after it was signed',
        },
  )
}

const ODD: Readonly<Record<Oddity, Words>> = {
  setid: { zh: '带 setuid 或 setgid 位', en: 'With setuid or setgid bits' },
  writable: { zh: '同组或其他账号能改写', en: 'Group or others can write them' },
  notPlain: { zh: '不是普通文件或目录（链接、设备等）', en: 'Neither plain files nor folders (links, devices …)' },
}

/** `trusted`: a public key in PEM that came another way; `oddities`: what sums do not tell. */
export interface Judging {
  trusted?: string | undefined
  oddities?: ReadonlyMap<Oddity, readonly string[]>
}

/** Judges a release by what it says and what is there. */
export function verdictOn(said: Said, found: Sums, { trusted, oddities = new Map() }: Judging = {}): Verdict {
  if (!said.sums)
    return {
      signer: 'nobody',
      problems: [{ zh: '没有 SHA256SUMS，或它已损坏', en: 'SHA256SUMS is missing or damaged' }],
    }
  const { signer, problems } = signerOf(said, trusted)
  const odd = [...oddities].map(([oddity, paths]): Words => ({
    zh: `${ODD[oddity].zh}：${listed(paths)}`,
    en: `${ODD[oddity].en}: ${listed(paths)}`,
  }))
  return { signer, problems: [...fileProblems(said.sums, found), ...odd, ...problems] }
}

/** What a good verdict is worth, said as it is. */
export const WORTH: Readonly<Record<Signer, Words>> = {
  trusted: {
    zh: '文件完整，签名出自您信任的密钥',
    en: 'The files are whole, and signed with the key that you trust',
  },
  own: {
    zh: '文件完整，签名与包内自带的公钥相符。这只说明没有损坏：能改文件的人也能换公钥。要确认出处，请用从别的途径得到的公钥：--key <文件>',
    en:
      'The files are whole, and the signature fits the public key within. That tells of damage only: who can change '
      + 'files can change the key. To know where it comes from, name a key that came another way: --key <file>',
  },
  nobody: {
    zh: '文件完整，没有签名。这只说明没有损坏，不说明出处',
    en: 'The files are whole and not signed. That tells of damage only, not of where they come from',
  },
}
