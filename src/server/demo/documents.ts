/** demo/accounts.yaml as it is read. */
export interface DemoDocument {
  password: string
  roles: Record<string, { name: string; level: string; dataScope: string; buttons?: string[] }>
  departments: Record<string, Record<string, string>>
  accounts: Record<string, { area: string; customer?: string; name: string; roles: string[]; department?: string }>
  /** how many of an entity there are for each online shop */
  shares: Record<string, number>
  records: { area: string; icp: string; eshop: number; website: number; clues?: number }[]
}
