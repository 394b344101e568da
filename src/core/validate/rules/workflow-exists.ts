import { mustExist } from './named.ts'

export const workflowExists = mustExist({
  code: 'workflow-exists',
  about: { zh: '字段所写的流程存在', en: 'Workflows of fields exist' },
  mentions: ['workflow'],
  thing: 'workflow',
  words: ['流程', 'workflow'],
})
