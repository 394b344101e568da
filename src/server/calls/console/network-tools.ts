import { randomUUID } from 'node:crypto'
import { audit } from '../../call/audit.ts'
import { chinaTime } from '../../db/time.ts'
import { badRequest } from '../../answer/refusal.ts'
import { signedInUser, textArg, type CallContext, type Handler, type Handlers } from '../../call/context.ts'
import { choices } from '../../call/values.ts'

const MOST = 50
const URL_LENGTH = 500
const DESC_LENGTH = 50

/** A user's own links, in the header's drop-down. */
const list: Handler = call =>
  call.db
    .selectFrom('sys_network_tool')
    .select(['id', 'desc', 'url'])
    .where('userId', '=', signedInUser(call).id)
    .orderBy('createTime')
    .orderBy('id')
    .execute()

/** R5.01, and stricter: the specification accepts addresses that merely contain http, but these could run scripts. */
function checkLink(url: string, desc: string): void {
  if (url === '') throw badRequest('网址不能为空！')
  if (!/^https?:\/\/[^\s/]+/i.test(url)) throw badRequest('请输入http前缀')
  if (url.length > URL_LENGTH) throw badRequest(`网址不能超过${URL_LENGTH}个字`)
  if (desc === '') throw badRequest('描述不能为空！')
  if ([...desc].length > DESC_LENGTH) throw badRequest(`描述不能超过${DESC_LENGTH}个字`)
}

async function save(call: CallContext): Promise<string> {
  const userId = signedInUser(call).id
  const [url, desc] = [textArg(call, 'url'), textArg(call, 'desc')]
  checkLink(url, desc)
  const own = await call.db.selectFrom('sys_network_tool').select('id').where('userId', '=', userId).execute()
  if (own.length >= MOST) throw badRequest(`最多添加 ${MOST} 个网址`)
  const id = randomUUID()
  return call.db.transaction().execute(async tx => {
    await tx.insertInto('sys_network_tool').values({ id, userId, url, desc, createTime: chinaTime() }).execute()
    await audit(tx, call, { action: call.endpoint.name, entity: 'networkTool', objectId: id, after: { url, desc } })
    return id
  })
}

/** R4.06: deletes several of the user's own links, given comma-joined; returns their number. */
async function remove(call: CallContext): Promise<number> {
  const ids = choices(call.args['id']).slice(0, MOST)
  if (ids.length === 0) throw badRequest('请选择要删除的网址')
  return call.db.transaction().execute(async tx => {
    const gone = await tx
      .deleteFrom('sys_network_tool')
      .where('userId', '=', signedInUser(call).id)
      .where('id', 'in', ids)
      .returning(['id', 'url', 'desc'])
      .execute()
    for (const { id, ...before } of gone)
      await audit(tx, call, { action: call.endpoint.name, entity: 'networkTool', objectId: String(id), before })
    return gone.length
  })
}

export const networkTools: Handlers = {
  'networkTool.list': list,
  'networkTool.save': save,
  'networkTool.delete': remove,
}
