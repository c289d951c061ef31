/** Whether a dialog is in front of the page, whose shortcuts must keep out. */
export const isModalOpen = (): boolean => document.querySelector('dialog:modal, dialog[aria-modal="true"]') !== null
