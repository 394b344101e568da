import type { Handlers } from '../../call/context.ts'
import { batches } from './batches.ts'
import { choiceLists } from './choices.ts'
import { drafts } from './drafts.ts'
import { exports } from './exports.ts'
import { finding } from './find.ts'
import { histories } from './history.ts'
import { imports } from './imports.ts'
import { listTabs } from './list-tabs.ts'
import { lookups } from './lookups.ts'
import { maps } from './maps.ts'
import { networkTools } from './network-tools.ts'
import { messages } from './messages.ts'
import { operations } from './operations.ts'
import { preferences } from './preferences.ts'
import { relatedRecords } from './related.ts'
import { reveals } from './reveal.ts'
import { rules } from './rules.ts'
import { selections } from './selections.ts'
import { signIns } from './sign-ins.ts'
import { statistics } from './statistics.ts'
import { uploads } from './uploads.ts'
import { views } from './views.ts'

export const consoleCalls: Handlers = {
  ...batches,
  ...choiceLists,
  ...drafts,
  ...exports,
  ...finding,
  ...histories,
  ...imports,
  ...listTabs,
  ...lookups,
  ...maps,
  ...networkTools,
  ...messages,
  ...operations,
  ...preferences,
  ...relatedRecords,
  ...reveals,
  ...rules,
  ...selections,
  ...signIns,
  ...statistics,
  ...uploads,
  ...views,
}
