/** Whatever a path names, nothing has. */
export const unknownParams = (key: string): Record<string, string> =>
  Object.fromEntries([...key.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 'nobody-has-this']))
