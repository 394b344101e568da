import type { Services } from '../call/context.ts'
import { managersAmong } from '../calls/accounts/managers.ts'
import { chinaTime } from '../db/time.ts'
import { sendBySystem } from '../workflow/message.ts'

/** Most signs of a message. */
const CONTENT = 2000

/**
 * A message to those who manage the platform. Messages are closed to all but the units that they name: whoever has none
 * reads the log.
 */
export async function tellManagers(services: Services, title: string, content: string): Promise<void> {
  const { db, entities, configuration } = services
  const message = entities().get('message')
  if (!message) return
  const managers = await managersAmong(configuration(), db, { customerId: '' })
  await db.transaction().execute(async tx => {
    for (const { id, orgId, areaCode } of managers.filter(user => (user.orgId ?? '') !== ''))
      await sendBySystem(tx, message, chinaTime(), {
        title,
        content: [...content].slice(0, CONTENT).join(''),
        msgKind: '5',
        toOrgs: orgId,
        toUser: id,
        areaCode,
        customerId: '',
      })
  })
}
