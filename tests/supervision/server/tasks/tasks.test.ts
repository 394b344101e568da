import { onOneDatabase } from '../../../server/support/both.ts'
import { licenceContract } from '../licences/licences.ts'
import { modelContract } from '../models/models.ts'
import { selfCheckContract } from '../search/self-checks.ts'
import { assignmentContract } from './assignments.ts'
import { cellContract } from './cells.ts'
import { directionalContract } from './directional.ts'
import { mediaContract } from './media.ts'
import { labelRuleContract } from './label-rules.ts'
import { suggestionContract } from './suggestions.ts'
import { otherTaskContract } from './others.ts'
import { collectContract } from './collecting.ts'
import { randomContract } from './random.ts'
import { reportsContract } from '../reports/reports.ts'
import { sharingContract } from './sharing.ts'
import { specialContract } from './special.ts'

/** Tasks, what comes of them, and reports of it. */
onOneDatabase(
  // looks at the shops of the demonstration, before other tests enter their own
  selfCheckContract,
  specialContract,
  assignmentContract,
  randomContract,
  otherTaskContract,
  collectContract,
  cellContract,
  mediaContract,
  directionalContract,
  reportsContract,
  licenceContract,
  modelContract,
  suggestionContract,
  labelRuleContract,
  sharingContract,
)
