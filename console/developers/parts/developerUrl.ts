/** Base URL of the Developer interface: the origin of this page. */
export const developerUrl = (): string => `${window.location.origin}/api/developer`
