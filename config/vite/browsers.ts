/** The specification advises Chrome 100; the others are what was current with it. */
export const browsers = ['chrome100', 'edge100', 'firefox100', 'safari15.4']
