import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openFilesLimit } from '../../server/start/settings/open-files.ts'
import { readSettings } from '../../server/start/settings/environment.ts'
import { readArgs, type Language } from '../args.ts'
import { runAsync, type ExitCode, type Output } from '../command.ts'
import * as facts from './facts.ts'
import { filesFinding } from './files-finding.ts'
import * as judge from './findings.ts'
import type { Finding, State } from './findings.ts'
import { homeFinding } from './home-finding.ts'
import { runningServer } from './running.ts'
import { RELEASE, releaseIn } from './release-folder.ts'
import type { Installed } from './run-upgrade.ts'

export const DOCTOR_USAGE = './wangjian doctor [--json] [--lang zh|en]'

/** What a product's own services need of the machine. */
export interface Wanted {
  findBrowser(): string | undefined
}

async function databaseFindings(url: string | undefined, dataDir: string): Promise<{ found: Finding[]; now?: number }> {
  if (url === undefined) return { found: [judge.lockFinding(await facts.lockTrouble(dataDir))] }
  const answered = await facts.postgresFacts(url)
  const found = judge.databaseFindings(answered)
  return typeof answered === 'string' ? { found } : { found, now: answered.now }
}

export async function findingsOf({ root, home, dataDir }: Installed, { findBrowser }: Wanted): Promise<Finding[]> {
  const settings = readSettings(process.env, root)
  const { found, now: database } = await databaseFindings(settings.databaseUrl, dataDir)
  const release = releaseIn(root)
  const byAccount = process.getuid !== undefined && process.getuid() !== 0
  return [
    judge.nodeFinding(process.versions.node, release?.node ?? '>=20.19'),
    judge.portFinding(await facts.portFacts(settings)),
    judge.folderFinding(facts.folderFacts({ zh: '数据目录', en: 'Data folder' }, dataDir, true)),
    homeFinding(home, byAccount && facts.isWritable(home)),
    judge.diskFinding(dataDir, facts.freeMegabytes(dataDir)),
    judge.openFilesFinding(openFilesLimit(runningServer(dataDir)?.pid)),
    judge.clockFinding({
      now: Date.now(),
      released: release ? statSync(join(root, RELEASE)).mtimeMs : 0,
      database,
      isSynchronised: facts.isSynchronised(),
    }),
    ...found,
    filesFinding(await facts.filesFacts(settings)),
    judge.chromiumFinding(findBrowser()),
    judge.fontFinding(facts.chineseFonts()),
  ]
}

const MARKS: Readonly<Record<State, Readonly<Record<Language, string>>>> = {
  good: { zh: '正常', en: 'good' },
  doubtful: { zh: '注意', en: 'look' },
  bad: { zh: '不行', en: 'bad ' },
}

export function linesOf(findings: readonly Finding[], language: Language): string[] {
  return findings.flatMap(({ about, state, says, todo }) => [
    `${MARKS[state][language]}  ${about[language]}  ${says[language]}`,
    ...(todo ? [`      → ${todo[language]}`] : []),
  ])
}

/** Ends with 1 where something is bad: what is doubtful does not keep a server from working. */
export const runDoctor = (argv: readonly string[], output: Output, at: Installed, wanted: Wanted): Promise<ExitCode> =>
  runAsync(
    async () => {
      const { help, json, language } = readArgs(argv)
      if (help) {
        output.out(DOCTOR_USAGE)
        return 0
      }
      const findings = await findingsOf(at, wanted)
      output.out(json ? JSON.stringify(findings, null, 2) : linesOf(findings, language).join('\n'))
      return findings.some(({ state }) => state === 'bad') ? 1 : 0
    },
    DOCTOR_USAGE,
    output,
  )
