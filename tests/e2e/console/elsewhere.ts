import { expect, it } from 'vitest'
import { accountOf, ownConsole, reaches } from '../harness.ts'

const own = ownConsole()

it('R2.03 R2.05 addresses that are no page of their own lead on: the data center of 福州, the start, the password', async () => {
  const { page, context, problems } = await own.logIn(accountOf(({ username }) => username === 'fj_fuzhou'))
  const leads = async (from: string, to: RegExp): Promise<void> => {
    await page.goto(`${own.server.url}${from}`)
    await reaches(page, to)
  }
  await leads('/fuzhouDataCenter', /\/fuzhouDataCenter\/platform$/)
  await leads('/index/index', /\/index\/workbench$/)
  await leads('/redirect?to=/dataCenter/website', /\/dataCenter\/website$/)
  await leads('/caseClues/xsPaiFa', /\/caseClues\/xsPaiFa$/)
  await page.getByText('旧密码').first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})
