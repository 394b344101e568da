import type { Draw, Tried } from './draw.ts'
import type { Ground } from './ground.ts'
import { drawnTry } from '../../tests/server/openapi/nasty.ts'

const REFUSED = new Set([401, 403, 404])
const SIGN_IN = /^auth\./

/** Calls of whoever may not make them: strangers, those with a made-up token, and people whose menu has no such page. */
export async function calls(ground: Ground, draw: Draw, times: number): Promise<Tried[]> {
  const tried: Tried[] = []
  const closed = ground.calls.filter(({ access, name }) => access !== 'open' && !SIGN_IN.test(name))
  for (let n = 0; n < times; n++) {
    const call = draw.one(closed)!
    const { username } = ground.somebody(draw)!
    const token = [undefined, 'x'.repeat(43), `${await ground.token(username)}x`, ''][draw.below(4)]
    const stranger = await ground.ask(token, call, {})
    tried.push(judged(`a stranger makes ${call.name}`, stranger.status, stranger.status === 401))
    const { calls: may } = ground.reach(username)
    const others = closed.filter(({ access, name }) => access === 'page' && !may.has(name))
    const other = draw.one(others)
    if (!other) continue
    const heard = await ground.as(username, other)
    tried.push(judged(`${username} makes ${other.name}`, heard.status, REFUSED.has(heard.status)))
  }
  return tried
}

const judged = (what: string, status: number, held: boolean): Tried =>
  held ? { what } : { what, broken: `answered ${status}` }

/** What no form sends and anybody can, in each argument of each call: refused in words, soon, and with no fault. */
export async function oddArguments(ground: Ground, draw: Draw, times: number): Promise<Tried[]> {
  const tried: Tried[] = []
  for (let n = 0; n < times; n++) {
    const { username } = ground.somebody(draw)!
    const { calls: may } = ground.reach(username)
    const call = draw.one(ground.calls.filter(({ name }) => may.has(name) && !SIGN_IN.test(name)))
    const one = call && drawnTry(call, ground.entities.get(call.entity ?? ''), all => draw.one(all))
    if (!one) continue
    const what = `${username}: ${call.name} ${one.name} = ${JSON.stringify(one.value)?.slice(0, 60)}`
    const heard = await ground.as(username, call, { [one.name]: one.value }).catch((error: unknown) => String(error))
    if (typeof heard === 'string') tried.push({ what, broken: heard })
    // a call that asks what is not there may say so: its fault would be 500
    else tried.push(judged(what, heard.status, heard.status !== 500))
  }
  return tried
}
