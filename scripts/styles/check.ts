import { variablesOf } from '../../src/console/theme/tokens.ts'
import { deadSelectors, strayedSheets } from './dead.ts'
import { rawInCode, rawValues } from './raw.ts'
import { readSheets, readSources, type Finding } from './sheets.ts'
import { undefinedVariables, unusedTokens } from './variables.ts'

/** Folders whose code is drawn in a browser. */
const DRAWN = ['src/console', 'src/supervision/console']
/** The table of tokens itself, and the picture of a report, which no sheet reaches. */
const isTable = (path: string): boolean => path.startsWith('src/console/theme/')

export interface StyleReport {
  refused: Finding[]
  /** tokens without a use */
  unused: string[]
}

/** What sheets and code of the console say beside the table of tokens. */
export function checkStyles(folders: readonly string[] = DRAWN): StyleReport {
  const sheets = readSheets(folders)
  const sources = readSources(folders)
  const tokens = Object.keys(variablesOf({ theme: 'light', density: 'default', weak: false }))
  return {
    refused: [
      ...sheets.flatMap(rawValues),
      ...sources.filter(({ path }) => !isTable(path)).flatMap(rawInCode),
      ...undefinedVariables(sheets, sources, tokens),
      ...deadSelectors(sheets, sources),
      ...strayedSheets(sheets, sources),
    ],
    unused: unusedTokens(
      sheets,
      sources.filter(({ path }) => !path.endsWith('theme/scale.ts')),
      tokens,
    ),
  }
}
