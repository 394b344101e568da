import type { SignedIn } from '../../../../server/access/signed-in.ts'
import type { TableRow } from '../../../../server/db/database.ts'
import { partOf } from '../../../../core/workflow/machine.ts'
import { evaluated, holdsFor, transitionOf } from '../../../../core/workflow/plan.ts'
import { shownTitle } from '../../../../server/records/read/mask.ts'
import type { Entity } from '../../../../server/db/tables/models.ts'
import { chinaTime, momentOf } from '../../../../server/db/time.ts'
import type { Staff } from './people.ts'
import type { Taken, Walk } from './walk.ts'

const HOUR_MS = 3_600_000

/** Rows that steps leave behind beside the record itself; entity → rows, and what the audit trail says. */
export class Outcome {
  readonly rows = new Map<string, TableRow[]>()
  readonly audits: TableRow[] = []
  readonly #staff: Staff
  readonly #now: number
  readonly #areas: ReadonlyMap<string, string>
  readonly #serials = new Map<string, number>()

  constructor(staff: Staff, now: number, areas: ReadonlyMap<string, string>) {
    this.#staff = staff
    this.#now = now
    this.#areas = areas
  }

  #key(entity: string): string {
    const serial = (this.#serials.get(entity) ?? 0) + 1
    this.#serials.set(entity, serial)
    return `demo-${KEYS[entity] ?? entity}-${String(serial).padStart(6, '0')}`
  }

  add(name: string, values: TableRow, stamped: { at: number; by: SignedIn | undefined; record: TableRow }): TableRow {
    const entity = this.#staff.entity(name)
    const { at, by, record } = stamped
    const machine = by && this.#staff.machineFor(by, name)
    const row: TableRow = {
      customerId: record['customerId'] ?? '',
      areaCode: record['areaCode'] ?? null,
      createBy: by?.id ?? 'system',
      createTime: chinaTime(at),
      updateTime: chinaTime(at),
      delFlag: 0,
      ...(machine ? { [machine.status]: machine.initial } : {}),
      ...values,
      [entity.key]: this.#key(name),
    }
    const known = Object.fromEntries(
      Object.entries(row).filter(([field, value]) => entity.byName.has(field) && value !== undefined),
    )
    const rows = this.rows.get(name) ?? []
    rows.push(known)
    this.rows.set(name, rows)
    return known
  }

  /** Everything that the steps of a record have made; entity → the last row of each. */
  follow(entity: Entity, walk: Walk): Map<string, TableRow> {
    const made = new Map<string, TableRow>()
    let before = momentOf(String(walk.taken[0]?.request.row['createTime'] ?? ''))
    for (const taken of walk.taken) {
      this.#created(taken, made)
      this.#route(entity, taken, before)
      this.#messages(entity, taken)
      this.#audit(entity, taken)
      before = taken.at
    }
    return made
  }

  #created({ request, by, at, after }: Taken, made: Map<string, TableRow>): void {
    const created: Record<string, string> = {}
    for (const [name, doc] of Object.entries(transitionOf(request).creates ?? {})) {
      if (doc === false || !holdsFor(doc?.when, request)) continue
      const values = { ...request.form, ...evaluated(doc?.set, request, { created }) } as TableRow
      const row = this.add(name, values, { at, by, record: after })
      created[name] = String(row[this.#staff.entity(name).key])
      made.set(name, row)
    }
  }

  #route(entity: Entity, { request, plan, by, at, after }: Taken, before: number): void {
    const { doc, states } = request.machine
    if (!doc.route) return
    const values = {
      ...request.form,
      [doc.route.key]: after[entity.key] ?? null,
      action: request.code,
      fromOrg: by?.orgId ?? '',
      fromUser: by?.id ?? 'system',
      toOrg: plan.org.after,
      toUser: plan.user,
      fromStatus: plan.from,
      toStatus: plan.to,
      actTime: chinaTime(at),
      bizKind: entity.name,
      actionName: transitionOf(request).label,
      fromStatusName: states.get(plan.from)?.label ?? '',
      toStatusName: states.get(plan.to)?.label ?? '',
      usedHours: Math.max(0, Math.floor((at - before) / HOUR_MS)),
    }
    this.add(doc.route.entity, values as TableRow, { at, by, record: after })
  }

  #receivers({ request, plan, after }: Taken): string[] {
    const { notify } = transitionOf(request)
    if (notify === 'nobody' || notify === 'creator') return []
    const moved = plan.org.before !== plan.org.after
    const to =
      notify === 'holder' || (notify === undefined && moved) ? plan.org.after : partOf(request.machine, after, 'sender')
    return to.split(',').filter(Boolean)
  }

  #messages(entity: Entity, taken: Taken): void {
    const { request, plan, by, at, after } = taken
    const { message } = request.machine.doc
    if (!message || !by || this.#now - at > MESSAGES_FOR) return
    const { label } = transitionOf(request)
    const title = shownTitle(entity, after)
    const opinion = request.form['opinion'] ?? request.form['requirement']
    const state = request.machine.states.get(plan.to)?.label ?? plan.to
    // whoever has had a day for it has read it
    const read = this.#now - at > UNREAD_FOR
    for (const to of this.#receivers(taken)) {
      const values = {
        title: `${label}：${title}`,
        content:
          `${by.orgName}${by.nickName}对“${title}”做了“${label}”，现为“${state}”。`
          + `${opinion ? `意见：${String(opinion)}` : ''}`,
        msgKind: message.kind,
        fromOrg: by.orgId,
        toOrgs: to,
        toUser: null,
        bizKind: entity.name,
        bizId: after[entity.key] ?? null,
        sendTime: chinaTime(at),
        needReply: 0,
        readState: read ? '1' : '0',
        readTime: read ? chinaTime(at + 3 * HOUR_MS) : null,
      }
      this.add(message.entity, values, {
        at,
        by,
        record: { ...after, areaCode: this.#areas.get(to) ?? after['areaCode'] ?? null },
      })
    }
  }

  #audit(entity: Entity, { request, by, at, after }: Taken): void {
    if (this.#now - at > AUDITS_FOR) return
    const changed = Object.keys(after).filter(name => after[name] !== request.row[name])
    const part = (row: TableRow): TableRow => Object.fromEntries(changed.map(name => [name, row[name] ?? null]))
    this.audits.push({
      time: chinaTime(at),
      userId: by?.id ?? 'system',
      username: by?.username ?? 'system',
      nickName: by?.nickName ?? '系统',
      areaCode: by?.areaCode ?? after['areaCode'] ?? null,
      customerId: String(after['customerId'] ?? ''),
      action: by ? `${entity.name}.act` : 'system',
      entity: entity.name,
      objectId: String(after[entity.key]),
      before: JSON.stringify(part(request.row as TableRow)),
      after: JSON.stringify({ ...part(after), transition: request.code, form: request.form }),
      ip: by ? addressOf(by) : '',
    })
  }
}

/** Keys as they were before workflows made these rows. */
const KEYS: Readonly<Record<string, string>> = {
  processRecord: 'process',
  clueTransfer: 'transfer',
  clueRoute: 'clue-route',
  suspectedHistory: 'judged',
  returnRecord: 'returned',
}
const DAY_MS = 86_400_000
const MESSAGES_FOR = 60 * DAY_MS
const AUDITS_FOR = 120 * DAY_MS
const UNREAD_FOR = 1.5 * DAY_MS

/** An address of a network for documentation, the same for one person. */
export const addressOf = ({ id }: Pick<SignedIn, 'id'>): string =>
  `198.51.100.${1 + ((([...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 250) + 250) % 250)}`
