import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArgs, UsageError } from '../args.ts'
import { runAsync, type ExitCode, type Output } from '../command.ts'
import { unpacked } from './archive.ts'
import { oddities, releaseIn, saidBy, sumsOf } from './release-folder.ts'
import { verdictOn, WORTH, type Verdict } from './verdict.ts'

export const VERIFY_USAGE = `./wangjian verify [<archive or folder>] [--key <file>] [--lang zh|en]
  without a name it checks what is installed; --key: a public key (PEM) that came another way than the archive`

export const runVerify = (argv: readonly string[], output: Output, root: string): Promise<ExitCode> =>
  runAsync(() => verify(argv, output, root), VERIFY_USAGE, output)

/** Judges an unpacked release. */
export const judge = async (folder: string, trusted?: string): Promise<Verdict> =>
  verdictOn(saidBy(folder), await sumsOf(folder), { trusted, oddities: await oddities(folder) })

export function keyIn(file: string): string {
  if (!existsSync(file)) throw new UsageError(`没有公钥文件 / there is no file of a key: ${file}`)
  return readFileSync(file, 'utf8')
}

/** Where others may write, too, nothing is looked for that an earlier one has left. */
async function unpackedAside(archive: string): ReturnType<typeof unpacked> {
  const aside = mkdtempSync(join(tmpdir(), 'wangjian-verify-'))
  const forget = (): Promise<void> => rm(aside, { recursive: true, force: true, maxRetries: 10 })
  try {
    return { ...(await unpacked(archive, aside)), forget }
  } catch (error) {
    await forget()
    throw error
  }
}

async function verify(argv: readonly string[], { out, err }: Output, root: string): Promise<ExitCode> {
  const { positionals, values, language, help } = readArgs(argv, ['key'], [], 1)
  if (help) {
    out(VERIFY_USAGE)
    return 0
  }
  const [named = root] = positionals
  if (!existsSync(named)) throw new UsageError(`没有文件 / there is no file ${named}`)
  const trusted = values['key'] === undefined ? undefined : keyIn(String(values['key']))
  const { folder, forget } = statSync(named).isDirectory()
    ? { folder: named, forget: async () => {} }
    : await unpackedAside(named)
  try {
    const { signer, problems } = await judge(folder, trusted)
    for (const problem of problems) err(problem[language])
    if (problems.length === 0) out(`${releaseIn(folder)?.version ?? ''}  ${WORTH[signer][language]}`)
    return problems.length === 0 ? 0 : 1
  } finally {
    await forget()
  }
}
