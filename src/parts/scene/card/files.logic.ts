/** Where an injected file goes, judged before it is sent as the server judges it. */
export const goodPath = (path: string): boolean => {
  if (/^[A-Za-z]:[\\/]/.test(path)) return !path.split(/[\\/]/).some((part) => part === '..' || part === '.')
  return path.startsWith('/') && path.length <= 1024 && !path.split('/').some((part) => part === '..' || part === '.')
}

/** A folder takes any number of files, a whole path one. */
export const isFolder = (path: string): boolean => /[\\/]$/.test(path)

/** What is offered at first. */
export const usualFolder = (system: string | undefined): string =>
  system === 'windows' ? 'C:\\Users\\Public\\' : '/root/'
