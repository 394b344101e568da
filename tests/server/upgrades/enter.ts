type Args = Record<string, unknown>
interface Answer {
  data?: unknown
  resultMsg?: string
}

/** Somebody who enters what people of an office enter; what a version has not got yet is passed over. */
class Office {
  readonly #url: string
  #token = ''

  constructor(url: string) {
    this.#url = `${url}/prod-api`
  }

  async signIn(username: string): Promise<void> {
    const query = new URLSearchParams({ username, password: 'Wangjian2025' }).toString()
    const headers = { client_id: 'webApp', client_secret: 'webApp' }
    const answer = await fetch(`${this.#url}/api-auth/oauth/user/token?${query}`, { method: 'POST', headers })
    const { data } = (await answer.json()) as { data?: { access_token: string } }
    if (!data) throw new Error(`${username} cannot sign in`)
    this.#token = data.access_token
  }

  async #send(method: 'GET' | 'POST', path: string, body?: string | FormData, type?: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(type ? { 'content-type': type } : {}) }
    const answer = await fetch(`${this.#url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    const said = (await answer.json().catch(() => ({}))) as Answer
    console.log(`${answer.status} ${method} ${path} ${answer.ok ? '' : (said.resultMsg ?? '')}`)
    return answer.ok ? said.data : undefined
  }

  post(path: string, args: Args): Promise<unknown> {
    return this.#send('POST', path, JSON.stringify(args), 'application/json')
  }

  get(path: string, args: Record<string, string>): Promise<unknown> {
    return this.#send('GET', `${path}?${new URLSearchParams(args).toString()}`)
  }

  async first(path: string, args: Args = {}): Promise<Args> {
    const data = await this.post(path, { pageNo: 1, pageRowNo: 2, pageFlag: 1, ...args })
    return (data as { list?: Args[] } | undefined)?.list?.[0] ?? {}
  }

  upload(name: string): Promise<unknown> {
    const form = new FormData()
    form.append('file', new Blob([UPLOADED], { type: 'application/pdf' }), name)
    return this.#send('POST', '/api-im/file/uploads', form)
  }
}

export const UPLOADED = '%PDF-1.7 所附材料'

/** What one or another step of a clue asks for. */
const FORM = { opinion: '情况属实', toOrg: 'org-340402', transferReason: '1', returnReason: '1' }

/** Answers the address of the file that was uploaded. */
export async function enter(url: string): Promise<string> {
  const office = new Office(url)
  await office.signIn('admin')
  await office.post('/api-user/users/saveOrUpdate', {
    username: 'entered',
    nickName: '录入的用户',
    orgId: 'org-340402',
    areaCode: '340402',
    roleIds: 'role-quxianjuji',
  })
  await office.signIn('huainan_admin')
  const { url: file } = ((await office.upload('材料.pdf')) ?? {}) as { url?: string }
  await enterRecords(office)
  await keepOwn(office)
  return file ?? ''
}

async function enterRecords(office: Office): Promise<void> {
  const { uniqueId } = await office.first('/api-im/website/websiteList')
  await office.post('/api-im/website/save', { uniqueId, siteName: '改过名的网站' })
  const { id: label } = await office.first('/api-im/wjLabelManage/list')
  if (label !== undefined) await office.post('/api-im/website/label', { uniqueId, labelIds: [label] })
  const site = { siteName: '录入的网站', domain: 'entered.example', siteUrl: 'https://entered.example/', siteType: '1' }
  await office.post('/api-im/website/save', { ...site, areaCode: '340402' })
  const clue = { objectName: '甲店', objectUrl: 'https://a.example/1', illegalCategory: '01', illegalDesc: '夸大宣传' }
  const { resultId } = ((await office.post('/api-im/ivIdIllegalResult/reportAdd', clue)) ?? {}) as Args
  for (const action of ['ys', 'receive', 'sl', 'th'])
    await office.post('/api-console/workflow/clue', { resultId, action, ...FORM })
  const shop = await office.first('/api-im/eshop/eshopList')
  await office.get('/api-im/eshop/delete', { uniqueId: String(shop['uniqueId']), del_content: '重复录入' })
}

/** What the console keeps of a person. */
async function keepOwn(office: Office): Promise<void> {
  const query = { siteName: '网站' }
  await office.post('/api-console/views', { route: 'dataCenter/website', name: '我的网站', query, shared: true })
  await office.post('/api-console/preferences', { key: 'columns:dataCenter/website', value: ['siteName', 'domain'] })
  await office.post('/api-console/drafts', { form: 'dataCenter/websiteForm', values: { siteName: '没写完的网站' } })
  await office.post('/api-im/data/count/saveNetworkQuery', { url: 'https://icp.example', desc: '备案查询' })
  await office.post('/api-console/figures/lock', { page: 'special/statisticalTable', period: '2025-01' })
  const { id } = await office.first('/api-console/messages')
  if (id !== undefined) await office.post('/api-console/messages/read', { ids: [id] })
}

type Post = (path: string, args: Args) => Promise<unknown>

const LISTS = {
  website: '/api-im/website/websiteList',
  shop: '/api-im/eshop/eshopList',
  clue: '/api-im/ivIdIllegalResult/queryListNew',
} as const

/** What somebody is answered: lists in an order that is always the same, and the records on them. */
export async function answered(post: Post): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(LISTS))
    answers[name] = await post(path, { pageNo: 1, pageRowNo: 20, pageFlag: 1 })
  const { list = [] } = answers['website'] as { list?: Args[] }
  for (const { uniqueId } of list)
    answers[`website ${String(uniqueId)}`] = await post('/api-im/website/queryOne', { uniqueId })
  return answers
}

/** What a version that has started again answers. */
export async function ask(url: string): Promise<Record<string, unknown>> {
  const office = new Office(url)
  await office.signIn('huainan_admin')
  return answered((path, args) => office.post(path, args))
}
