import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'

/** Writes statements and has no database. */
const WRITER = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Neither a name nor a text in quotes holds a value's place. */
const PLACE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/g

/** A value as a statement's parameter is read: a text whose type follows from where it stands. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `'${text.replaceAll("'", "''")}'`
}

/** A condition with its values written out, for triggers, which take no parameters. */
export function withValues(condition: RawBuilder<unknown>): string {
  const { sql, parameters } = condition.compile(WRITER)
  return sql.replaceAll(PLACE, (found, place: string | undefined) =>
    place === undefined ? found : literal(parameters[Number(place) - 1]),
  )
}
