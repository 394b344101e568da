import type { Handlers } from '../../../../server/call/context.ts'
import { evidences } from './evidence.ts'
import { evidenceCodes } from './evidence-codes.ts'

export const evidenceCalls: Handlers = { ...evidences, ...evidenceCodes }
