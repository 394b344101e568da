import { applyChange } from '../../../server/records/write/change.ts'
import { entityNamed } from '../../../server/db/tables/models.ts'
import { sql } from 'kysely'
import { inScope } from '../../../server/access/row-scope.ts'
import { signedInUser, type CallContext } from '../../../server/call/context.ts'
import { choices } from '../../../server/call/values.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { every } from '../../../server/records/read/plan-list.ts'
import { hitsIn, isSuspect, isTold, scoreOf, type FeatureHit } from './match.ts'

const RUN = 'modelRun'
const TITLE_LENGTH = 40

/** Features in use that the user may see, or those of a model. */
export async function featuresOf(call: CallContext, model?: TableRow): Promise<TableRow[]> {
  const entity = entityNamed(call.entities(), 'illegalFeature')
  const keys = choices(model?.['features'])
  if (model && keys.length === 0) return []
  const chosen = model ? [sql<boolean>`"featureId" in (${sql.join(keys)})`] : []
  const where = every([...inScope(entity, call.rows), sql<boolean>`coalesce(enabled, 1) = 1`, ...chosen])
  const { rows } = await sql<TableRow>`select * from ${sql.table(entity.name)} where ${where}
    order by "featureId" limit 5000`.execute(call.db)
  return rows.filter(isTold)
}

const hitRow = ({ feature, places }: FeatureHit): Record<string, unknown> => ({
  featureName: feature['featureName'],
  words: [...new Set(places.map(({ word }) => word))].join('、'),
  times: places.length,
  places: places.map(({ from, to }) => `${from + 1}–${to}`).join('、'),
  weight: feature['weight'] ?? 0,
})

/** What was hit, in the order of the text. */
const wordsIn = (hits: readonly FeatureHit[]): string[] => [
  ...new Set(
    hits
      .flatMap(({ places }) => places)
      .sort((a, b) => a.from - b.from)
      .map(({ word }) => word),
  ),
]

/** Tries a model, or all features, on a text and keeps what came of it; returns the key of the run. */
export async function keepRun(call: CallContext, text: string, model?: TableRow): Promise<string> {
  const features = await featuresOf(call, model)
  const hits = hitsIn(features, text)
  const user = signedInUser(call)
  const entity = entityNamed(call.entities(), RUN)
  const values = {
    title: [...text.replaceAll(/\s+/g, ' ').trim()].slice(0, TITLE_LENGTH).join(''),
    modelId: model?.['modelId'] ?? null,
    text,
    triedCount: features.length,
    hitCount: hits.length,
    hitWords: wordsIn(hits).join('、'),
    score: scoreOf(hits),
    suspect: (model ? isSuspect(model, features, hits) : hits.length > 0) ? 1 : 0,
    hits: JSON.stringify(hits.map(hitRow)),
    by: user.id,
    time: chinaTime(),
    areaCode: user.areaCode,
  }
  const run = await call.db.transaction().execute(tx => applyChange({ call, tx }, { entity, values }))
  return String(run[entity.key])
}
