import { readArgs, type CommonArgs } from './args.ts'

/** The options of `new-region`, which both of its halves read. */
const OPTIONS = ['area', 'customer', 'name', 'english', 'areas', 'tenant', 'admin', 'person', 'unit', 'role']

export const readRegionArgs = (argv: readonly string[]): CommonArgs => readArgs(argv, OPTIONS)

/** An option as text; '' where it is left out. */
export const textOf = (args: CommonArgs, name: string): string => String(args.values[name] ?? '').trim()
