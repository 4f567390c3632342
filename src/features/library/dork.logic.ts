/** Where a query leads to outside. Sources: the public pages' own addresses. */
export const searchUrl = (query: string): string => `https://www.google.com/search?q=${encodeURIComponent(query)}`
export const ghdbUrl = (id: number): string => `https://www.exploit-db.com/ghdb/${id}`
