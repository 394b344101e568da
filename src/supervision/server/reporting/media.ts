import { signedInUser, type CompletedTransition } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { reportOf } from './report.ts'

/** dictionaries/illegalSource, objectKind: what a report names is a website until somebody finds out more. */
const MEDIA_SOURCE = '10'
const WEBSITE = '2'

/** A report in the media that is about something becomes a clue of the area that it concerns. */
export async function clueOfMedia(transition: CompletedTransition): Promise<TableRow> {
  const { saving, request, after } = transition
  const clueId = await reportOf(transition, {
    areaCode: after['relatedArea'] ?? signedInUser(saving.call).areaCode,
    customerId: after['customerId'] ?? null,
    objectKind: WEBSITE,
    objectName: String(request.form['objectName'] ?? after['title']),
    objectUrl: String(request.form['objectUrl'] ?? after['url']),
    subjectName: after['relatedSubject'] ?? null,
    illegalCategory: String(request.form['illegalCategory'] ?? ''),
    illegalSource: MEDIA_SOURCE,
  })
  return { clueId }
}
