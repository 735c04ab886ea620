import { addressBucket } from '#lib/network/address';

export const allowanceHours = 24;

export const allowanceName = (address: string): string => `market/reads/${addressBucket(address)}`;
