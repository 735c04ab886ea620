import { describe, expect, it } from 'vitest';
import { ContactBook, promiseAt } from './contact-book.ts';

const email = 'a@example.com';
const phone = '+12125550100';

describe('customers', () => {
  it('makes one discount of two that meet, and uses it once', () => {
    const people = new ContactBook();
    const [one, other] = [promiseAt(1), promiseAt(2)];
    people.prove({ email, phone: undefined }, one, 3);
    people.prove({ email: undefined, phone }, other, 3);
    people.grant({ email, phone }, { source: 'agent_intake', at: 3 });
    expect(people.consume({ email, phone: undefined }, one)).toBe(true);
    expect(people.mayDiscount({ email: undefined, phone })).toBe(false);
    expect(people.consume({ email: undefined, phone }, other)).toBe(false);
  });

  it('takes nothing back that was promised before two turned out to be one, and promises nothing after', () => {
    const people = new ContactBook();
    const [used, kept] = [promiseAt(1), promiseAt(2)];
    people.prove({ email, phone: undefined }, used, 2);
    people.consume({ email, phone: undefined }, used);
    people.prove({ email: undefined, phone }, kept, 2);
    expect(people.mayDiscount({ email, phone })).toBe(false);
    people.grant({ email, phone }, { source: 'agent_intake', at: 3 });
    expect(people.mayDiscount({ email: undefined, phone })).toBe(false);
    expect(people.isPromiseOpen({ email: undefined, phone }, kept)).toBe(true);
  });

  it('takes nothing from whom a case only names', () => {
    const people = new ContactBook();
    const strange = promiseAt(1);
    people.prove({ email, phone: undefined }, strange, 2);
    expect(people.consume({ email, phone }, strange)).toBe(true);
    expect([people.mayDiscount({ email, phone: undefined }), people.mayDiscount({ email: undefined, phone })]).toEqual([
      false,
      true,
    ]);
  });

  it('promises a duplicate only what its contacts have now', () => {
    const people = new ContactBook();
    const contacts = { email, phone };
    expect(people.isPromiseOpen(contacts, undefined)).toBe(true);
    people.grant({ email, phone: undefined }, { source: 'campaign', at: 1 });
    expect(people.isPromiseOpen(contacts, undefined)).toBe(false);
    expect(people.isPromiseOpen(contacts, promiseAt(0))).toBe(true);
  });

  it('lifts a STOP and not an entry by the team', () => {
    const people = new ContactBook();
    people.suppress([phone], 'stopped');
    people.lift(phone);
    expect(people.isSuppressed({ email: undefined, phone })).toBe(false);
    people.suppress([phone], 'decided');
    people.suppress([phone], 'stopped');
    people.lift(phone);
    expect(people.isSuppressed({ email: undefined, phone })).toBe(true);
  });

  it('finds the other contacts of a customer, over several cases', () => {
    const people = new ContactBook();
    people.meet({ email, phone });
    people.meet({ email: 'b@example.com', phone });
    expect(people.linkedTo([email]).toSorted()).toEqual([phone, 'b@example.com'].toSorted());
  });
});
