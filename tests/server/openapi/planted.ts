import type { EndpointModel, Entity, FieldModel } from '../../../src/server/db/tables/models.ts'
import { rowScope } from '../../../src/server/access/row-scope.ts'
import type { CallContext } from '../../../src/server/call/context.ts'
import { isFileField } from '../../../src/server/attachments/addresses.ts'
import { Refusal } from '../../../src/server/answer/refusal.ts'
import { hashToken } from '../../../src/server/session/login.ts'
import { userOfToken } from '../../../src/server/session/renewal.ts'
import { formFields, judgeTransitionForm } from '../../../src/server/workflow/form.ts'
import type { TransitionDoc } from '../../../src/core/model/workflow.ts'
import type { Row } from '../../../src/core/contract/api.ts'
import type { Api } from '../support/api.ts'

/** A call that deletes, as somebody would have a reader send it. */
const CALL = 'prod-api/api-im/website/delete?uniqueId=1&del_content=x'

/** What somebody would write into a field of files; `own` is a file of the writer's. */
export function plantedAddresses(own: string): string[] {
  const id = own.split('/')[2] ?? ''
  return [
    `/${CALL}`,
    `/file/../${CALL}`,
    `/file/${id}/../../${CALL}`,
    `/file/${id}/a.pdf/../../../${CALL}`,
    `/file/${id}/%2e%2e/%2e%2e/${CALL}`,
    `/file//${id}/a.pdf`,
    `/File/${id}/a.pdf`,
    `file/${id}/../../${CALL}`,
    `\\${CALL}`,
    `/file/${id}\\..\\..\\${CALL}`,
    `/file/${id}/a.pdf?next=/${CALL}`,
    `/file/${id}/a.pdf#/${CALL}`,
    `${id}?${CALL}`,
    `${own},/${CALL}`,
    `//evil.example/file/${id}/a.pdf`,
    `https://evil.example/a.png`,
    `http://localhost/file/${id}/a.pdf`,
    `http://localhost/${CALL}`,
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//a.pdf',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'blob:x',
    `/fi\tle/../${CALL}`,
    `/prod-api/file/${id}`,
    'x'.repeat(32),
    `/file/${'x'.repeat(32)}/a.pdf`,
  ]
}

/** Names the writer's own file, however oddly: kept as the register has it, or not at all. */
export const oddlySpelt = (own: string): string[] => {
  const id = own.split('/')[2] ?? ''
  return [id, `/file/${id}`, `${id}/..%2f..%2fprod-api`, `/file/${id}/..`, `/file/${id}/..%2f..%2fprod-api`, ` ${own} `]
}

export const fileFields = (entity: Entity | undefined): FieldModel[] => entity?.fields.filter(isFileField) ?? []

/** The context of a call as a person makes it. */
export async function callOf(api: Api, token: string, endpoint: EndpointModel, args: Row): Promise<CallContext> {
  const { services } = api
  const user = await userOfToken(services.db, hashToken(token), undefined, Date.now())
  if (!user) throw new Error('nobody')
  const configuration = services.configuration()
  const scoped = configuration.scope({ customer: user.customerId, area: user.areaCode })
  return {
    ...services,
    endpoint,
    args,
    headers: {},
    ip: '',
    token,
    scoped,
    user,
    rows: rowScope(user, configuration.customers(), scoped),
    fault: error => {
      throw error
    },
  }
}

/** A table of one's own making in a form: no workflow has one with files yet. */
const WITH_TABLE: TransitionDoc = {
  label: '带表格',
  from: [],
  form: { papers: { kind: 'table', label: '文书清单', fields: { paper: { kind: 'file', label: '文书' } } } },
} as unknown as TransitionDoc

interface Place {
  entity: Entity
  transition: TransitionDoc
  field: FieldModel
  argsOf(address: string): Row
  keptIn(value: unknown): unknown
}

/** Every field of files that a form of a workflow asks for. */
export function filesOfForms(api: Api): Place[] {
  const places: Place[] = []
  for (const entity of api.services.entities().values()) {
    const { workflow = '' } = entity.fields.find(one => one.kind === 'status') ?? {}
    const transitions = Object.values(
      api.services.configuration().scope({}).workflow(workflow)?.transitions ?? {},
    ).flatMap(one => one || [])
    for (const transition of transitions) {
      for (const field of formFields(entity, transition).filter(isFileField))
        places.push({
          entity,
          transition,
          field,
          argsOf: address => ({ [field.name]: address }),
          keptIn: value => value,
        })
    }
  }
  const [first] = places
  const [field] = first ? formFields(first.entity, WITH_TABLE) : []
  if (!first || !field) throw new Error('no form asks for files')
  return [
    ...places,
    {
      entity: first.entity,
      transition: WITH_TABLE,
      field,
      argsOf: paper => ({ papers: [{ paper }] }),
      keptIn: value => (JSON.parse(String(value)) as Row[])[0]?.['paper'],
    },
  ]
}

/** What becomes of an address in a form: its error, or the value that is kept. */
export async function judgedAddress(
  api: Api,
  token: string,
  { entity, transition, field, argsOf, keptIn }: Place,
  address: string,
): Promise<{ error?: string; kept?: unknown }> {
  const call = await callOf(
    api,
    token,
    { name: 'x', label: 'x', method: 'POST', path: '/x', in: 'body' },
    argsOf(address),
  )
  // nothing else is asked for
  const form = {
    ...transition,
    form: Object.fromEntries(
      Object.entries(transition.form ?? {}).map(([name, asked]) => [
        name,
        name === field.name ? asked : (false as const),
      ]),
    ),
  }
  try {
    const values = await judgeTransitionForm({ call, entity, tx: api.services.db, before: undefined }, form, [])
    return { kept: keptIn(values[field.name]) }
  } catch (error) {
    if (error instanceof Refusal) return { error: error.errors?.[field.name] ?? error.message }
    throw error
  }
}
