import { badRequest } from '../../../server/answer/refusal.ts'
import { fileAddress, registerFile } from '../../../server/attachments/register.ts'
import { noteUses } from '../../../server/attachments/uses.ts'
import { signedInUser, type CompletedTransition, type Saving } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { runningNumber } from '../../../server/records/write/running-number.ts'
import { storeFiles } from '../evidence/fix.ts'
import { markOf } from './mark.ts'

const PICTURE = 'mark.png'
/** Drawn when the mark is issued, and not when it is applied for. */
const MARK_CODE = { name: 'markCode', number: 'LZ{areaCode}{date}{00000}' }
const text = (value: unknown): string => String(value ?? '')

/** Keeps the picture as a file of the record; returns its address. */
async function keepPicture({ call, tx, ...rest }: Saving, key: string, content: Buffer): Promise<string> {
  const [file] = await storeFiles(call.files, { files: [{ name: PICTURE, content }] })
  if (!file) throw new Error('The picture of a mark was not stored')
  await registerFile(tx, signedInUser(call).id, file.id, PICTURE, file)
  const address = fileAddress(call.scoped.app.api.fileBase, file.id, PICTURE)
  await noteUses({ call, tx, ...rest }, key, { markPicture: address })
  return address
}

/**
 * Issues the mark of an application that has passed: its code, once for all, and what the website hangs up. A changed
 * application keeps its code and gets a new picture, because that tells the subject.
 */
export async function issueMark({ saving, request, after, key }: CompletedTransition): Promise<TableRow> {
  const { form } = request
  if (Number(form['siteOpens']) !== 1 || Number(form['matches']) !== 1)
    throw badRequest('网站打不开，或者备案号与信用代码不符的，不能通过，请驳回')
  const area = text(after['areaCode'] ?? signedInUser(saving.call).areaCode)
  const code =
    text(after['markCode']) || (await runningNumber(saving.tx, saving.entity, MARK_CODE, { ...after, areaCode: area }))
  const mark = markOf({
    code,
    siteName: text(after['siteName']),
    siteUrl: text(after['siteUrl']),
    subjectName: text(after['subjectName']),
    uscc: text(after['uscc_dim']),
  })
  return {
    markCode: code,
    markHtml: mark.html,
    markScript: mark.script,
    markPicture: await keepPicture(saving, key, mark.picture),
    issueTime: chinaTime(),
    probeOk: 0,
    missingSince: null,
  }
}
