import type { Handler } from '../../../../server/call/context.ts'
import { evidences } from './evidence.ts'
import { evidenceCodes } from './evidence-codes.ts'

export const evidenceCalls: Readonly<Record<string, Handler>> = { ...evidences, ...evidenceCodes }
