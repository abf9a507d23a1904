package match

// CheckInvitation says what is wrong with an invitation as it was asked for. What else Invite may fail of is the fault of
// the machine or of the configuration.
func (d *Desk) CheckInvitation(i Invitation) error {
	_, err := d.invitation(i)
	return err
}
