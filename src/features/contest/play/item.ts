export const itemTones = { open: 'idle', tried: 'warn', solved: 'ok', closed: 'idle' } as const
export const verdictTones = {
  right: 'ok',
  wrong: 'bad',
  partial: 'warn',
  already: 'idle',
  late: 'warn',
  limited: 'warn',
} as const
