import { badRequest } from '../../../server/answer/refusal.ts'
import { resultsOf, type EngineAsk, type EngineGround, type EngineResult, type SearchEngine } from './engine.ts'
import { findCarriers } from './library.ts'

/** dictionaries/searchEngine */
export const OWN_LIBRARY = '7'
/** Heads of the columns of an uploaded file; title and address are required. */
const COLUMNS = { title: '标题', url: '网址', snippet: '摘要', icp: 'ICP备案号', subject: '主体名称' } as const

/** Lines of an uploaded file that hold the keyword. */
function inFile([head, ...lines]: EngineGround['file'], keyword: string): Record<string, unknown>[] {
  if (!head) return []
  if (!head.includes(COLUMNS.title) || !head.includes(COLUMNS.url))
    throw badRequest(`数据文件的首行应为：${Object.values(COLUMNS).join(',')}`)
  const wanted = keyword.toLowerCase()
  return lines
    .filter(line => line.some(cell => cell.toLowerCase().includes(wanted)))
    .map(line =>
      Object.fromEntries(Object.entries(COLUMNS).map(([name, column]) => [name, line[head.indexOf(column)] ?? ''])),
    )
}

async function search({ keyword, kinds }: EngineAsk, { call, file }: EngineGround): Promise<EngineResult[]> {
  const carriers = await findCarriers(call, call.db, { keyword, kinds })
  const known = carriers.map(row => ({ title: row['objectName'], url: row['url'], subject: row['subjectName'] }))
  return resultsOf([...known, ...inFile(file, keyword)])
}

/** Searches what the server has itself: carriers that the person sees, and the file that was uploaded. */
export const ownEngine: SearchEngine = { key: OWN_LIBRARY, search }
