import useSWR from 'swr'

export type Item = Record<string, string | number> & { id: string }
export interface Answer {
  totalRecord: number
  list: Item[]
}
export type Query = Record<string, unknown> & { pageNo: number; pageRowNo: number }

export async function post<T>(path: string, body: unknown): Promise<T> {
  const answer = await fetch(`/prod-api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { resultCode, resultMsg, data } = (await answer.json()) as { resultCode: string; resultMsg: string; data: T }
  if (resultCode !== '0') throw new Error(resultMsg)
  return data
}

/** Rows stay on screen until the next page's have come; only what is used of SWR is read. */
export function useList(path: string, query: Query): Answer | undefined {
  return useSWR([path, query] as const, ([to, body]) => post<Answer>(to, { ...body, pageFlag: 1 }), {
    keepPreviousData: true,
    revalidateOnFocus: false,
  }).data
}
