import { useEffect } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { Call, DetailPage, FormPage, Page } from '../../../core/contract/configuration.ts'
import { pageOf } from '../../data/config/config.ts'
import { useCall } from '../../data/http/query.ts'
import { recordArgs, recordKey } from '../../pages/parts/recordArgs.ts'
import { recordTitle } from '../../pages/parts/recordTitle.ts'
import { routeOf } from '../../navigation/routes.ts'
import { type OpenTab, tabs } from '../../navigation/tabs.ts'

/** A record's tab shows its title, once the page has loaded it; the tab itself sends no request. */
export function TabName({ tab }: { tab: OpenTab }) {
  const app = useApp()
  const [path = '', search = ''] = tab.url.split('?')
  const page = pageOf(app, routeOf(path))
  const shows = page && !(page instanceof Promise) ? recordOf(page, search) : undefined
  return shows ? <Name id={tab.id} {...shows} /> : null
}

interface Shows {
  call: Call
  args: Record<string, unknown>
  page: DetailPage | FormPage
}
function recordOf(page: Page, search: string): Shows | undefined {
  const call = page.kind === 'detail' ? page.source : page.kind === 'form' ? page.source : undefined
  if (!call || !(page.kind === 'detail' || page.kind === 'form') || !recordKey(page.entity.key, search))
    return undefined
  return { call, args: recordArgs(page.entity.key, search), page }
}

function Name({ id, call, args, page }: Shows & { id: string }) {
  const app = useApp()
  const { data } = useCall<Row | null>(call, args, { follows: true })
  const name = data ? recordTitle(page, data) : ''
  useEffect(() => {
    if (name) tabs(app).name(id, name)
  }, [app, id, name])
  return null
}
