import { Agent, request } from 'node:http'

export interface Person {
  token: string
  area: string
}
/** `batches`: a person of a county, and the clues that the county has to accept */
export interface Started {
  url: string
  people: Person[]
  clues: number
  /** filters drawn at random from the page's own */
  sets: Record<string, string>[]
  batches: { person: Person; keys: string[][] }
}
export interface Asked {
  ms: number
  status: number
  body: string
}

const PERCENTILES = [0.5, 0.95, 0.99]
/** one socket for each of the most simultaneous users */
const agent = new Agent({ keepAlive: true, maxSockets: 100 })

/** Makes one call and reads its whole answer. */
export function post(address: string, { token }: Person, args: object): Promise<Asked> {
  const body = JSON.stringify(args)
  const from = performance.now()
  return new Promise((done, fail) => {
    const sent = request(
      address,
      {
        agent,
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      answer => {
        const parts: Buffer[] = []
        answer
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => {
            const ms = performance.now() - from
            done({ ms, status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString('latin1') })
          })
      },
    )
    sent.on('error', fail)
    sent.end(body)
  })
}

export const percentiles = (values: number[]): number[] => {
  const sorted = [...values].sort((a, b) => a - b)
  return PERCENTILES.map(share => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
}
