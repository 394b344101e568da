import { sql } from 'kysely'
import { audit } from '../../call/audit.ts'
import { chinaTime } from '../../db/time.ts'
import { fileAddress, registerFile, type UploadedFile } from '../../attachments/register.ts'
import { checked, cleanName, newFileId, type Upload } from '../../files/upload.ts'
import { badRequest, Refusal } from '../../answer/refusal.ts'
import { signedInUser, type CallContext, type Handler, type Handlers } from '../../call/context.ts'
import { nowMs } from '../../time/clock.ts'

const DAY_MB = 2048

/** Limits what one user may upload in a day, so that nobody can fill the disk. */
async function refuseTooMuch(call: CallContext): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(size), 0) as bytes from sys_file
    where "userId" = ${signedInUser(call).id} and "createTime" > ${chinaTime(nowMs() - 86_400_000)}`.execute(call.db)
  if (Number(rows[0]?.bytes) > DAY_MB * 1024 * 1024) throw new Refusal(413, `一天内上传的文件不能超过 ${DAY_MB} MB`)
}

async function takeOne(call: CallContext, upload: Upload): Promise<UploadedFile> {
  const user = signedInUser(call)
  await refuseTooMuch(call)
  const name = cleanName(upload.name)
  const id = newFileId()
  const stored = await call.files.put(id, checked({ name, content: upload.content }))
  const type = await call.db.transaction().execute(async tx => {
    await audit(tx, call, { action: call.endpoint.name, entity: 'file', objectId: id, after: { name, ...stored } })
    return registerFile(tx, user.id, id, name, stored)
  })
  return { id, url: fileAddress(call.scoped.app.api.fileBase, id, name), name, size: stored.size, type }
}

/** One uploaded file is answered as an object, several as a list in their order. */
const upload: Handler = async call => {
  const files: UploadedFile[] = []
  for await (const one of call.uploads ?? []) files.push(await takeOne(call, one))
  if (files.length === 0) throw badRequest('请选择要上传的文件')
  return files.length === 1 ? files[0] : files
}

export const uploads: Handlers = { 'file.upload': upload }
