import { parseArgs } from 'node:util'

export type Language = 'zh' | 'en'

export interface CommonArgs {
  root: string
  json: boolean
  language: Language
  help: boolean
  positionals: string[]
  values: Record<string, string | boolean | undefined>
}

const COMMON = {
  root: { type: 'string' },
  json: { type: 'boolean' },
  lang: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Wrong arguments: reported with the usage and without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Parses the options of all commands and the command's own ones: `own` take a value each, `flags` take none. `names`:
 * how many words beside them the command reads. One more is refused: taken for the folder, another one would be
 * checked, or written, and nobody the wiser.
 */
export function readArgs(
  argv: readonly string[],
  own: readonly string[] = [],
  flags: readonly string[] = [],
  names = 0,
): CommonArgs {
  const valued = own.map(name => [name, { type: 'string' } as const])
  const unvalued = flags.map(name => [name, { type: 'boolean' } as const])
  const options = { ...COMMON, ...Object.fromEntries([...valued, ...unvalued]) }
  const { values, positionals } = parse([...argv], options)
  const language = values['lang'] ?? 'zh'
  if (language !== 'zh' && language !== 'en') throw new UsageError(`--lang: zh | en`)
  const surplus = positionals[names]
  if (surplus !== undefined && values['help'] !== true)
    throw new UsageError(
      language === 'en'
        ? `"${surplus}" is not read here; a folder is named by --root ${surplus}`
        : `这里不读“${surplus}”；文件夹写成 --root ${surplus}`,
    )
  return {
    root: String(values['root'] ?? process.env['CONFIG_DIR'] ?? '.'),
    json: values['json'] === true,
    language,
    help: values['help'] === true,
    positionals,
    values,
  }
}

type Options = Record<string, { type: 'string' | 'boolean'; short?: string }>

function parse(args: string[], options: Options): { values: CommonArgs['values']; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { values: values as CommonArgs['values'], positionals }
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause))
  }
}
