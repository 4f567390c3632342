/** In the data folder of a server whose first administrator has no password yet: lines `user`, `code`, `until`. */
export const firstCodeFile = 'first-code'
