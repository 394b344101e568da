export { allows } from '../../core/model/roles.ts'
